package printer

// Resolve lets tests decide what the devices are.
var Resolve = resolve

// Queued is how many entries wait for the driver.
func (p *Printer) Queued() int {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	return len(p.queue.next.entries)
}

// Teed lets tests follow a screen without Open.
func Teed(o Options, t Tee) Options { return o.teed(t) }
