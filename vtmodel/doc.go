// Package vtmodel is terminals as values for tests.
package vtmodel
