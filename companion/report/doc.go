// Package report writes a game up: a table of its scores (CSV), and a report to print (PDF) with the final count, walked
// courtyard by courtyard.
package report
