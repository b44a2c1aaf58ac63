package main

import "errors"

type checkCommand struct {
	Files []string `arg:"" help:"Game files."`
	JSON  bool     `help:"Print JSON."`
}

func (checkCommand) Run() error { return errors.New("not yet") }
