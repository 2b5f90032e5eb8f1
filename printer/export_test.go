package printer

// Resolve lets tests decide what the devices are.
var Resolve = resolve
