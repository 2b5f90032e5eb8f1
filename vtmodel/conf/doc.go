// Package conf holds vtmodel.Terminal against what real terminals were measured to do and
// against public conformance suites.
//
// It runs on data that lies beside the project, in ../shared/data seen from the module's
// root, and on tables of its own when there is none. A case that a profile is known to
// decide differently is listed with its reason in divergences.txt; a difference that is
// not listed fails, and so does a listed one that is gone.
//
//	go test -v ./vtmodel/conf      # prints counts per profile and suite
//
// # Words
//
//   - A Case is what is written to a terminal and how it is resized.
//   - An Answer is what one terminal showed after it.
//   - Not comparable is what a recorded answer cannot tell, such as the columns of a tab
//     that was recorded as one character. It is counted and printed by reason.
package conf
