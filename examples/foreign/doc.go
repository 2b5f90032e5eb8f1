// Package foreign tests programs that nobody has prepared for it: a shell and a
// Python script, behind a terminal of their own, without sleeping.
package foreign
