// Command spinner loads three files behind a status row, asks for a name, and greets.
// It is a small program on jp/printer; its tests show how to prove what it shows.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"jp/engine"
	"jp/printer"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	defer printer.Recover()
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	printer.Go(func() {
		<-interrupts
		printer.Die(printer.Interrupt)
	})
	p := printer.Open(printer.Setup{})
	load(p, 200*time.Millisecond, "anna.txt", "bert.txt", "carl.txt")
	if err := greet(p, os.Stdin); err != nil {
		fmt.Fprintln(p.Stderr(), "spinner:", err)
		printer.Exit(1)
	}
	printer.Exit(0)
}

// load shows which file it is at, and how long everything takes so far.
func load(p *printer.Printer, each time.Duration, files ...string) {
	status := p.Status(engine.Style{
		Label: engine.Label{Glyph: "*", Subject: "Loading…", Clock: engine.ClockElapsed},
		Every: 100 * time.Millisecond,
	})
	defer status.Release()
	for _, name := range files {
		status.Detail(name)
		time.Sleep(each)
		p.Println("loaded " + name)
	}
}

// greet asks for a name on the terminal; nothing else is written there meanwhile.
func greet(p *printer.Printer, keys io.Reader) error {
	prompt, err := p.Prompt(context.Background())
	if err != nil {
		return err
	}
	fmt.Fprint(prompt, "Name? ")
	name, err := bufio.NewReader(keys).ReadString('\n')
	if err == nil {
		prompt.Entered()
	}
	if err := prompt.Close(); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("no name: %w", err)
	}
	p.Println("Hello, " + strings.TrimSpace(name) + "!")
	return nil
}
