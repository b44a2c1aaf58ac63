package main

import "errors"

type scoreCommand struct {
	File string `arg:"" help:"Castle file (.json, .json.gz) or - for standard input."`
	JSON bool   `help:"Print JSON."`
}

func (scoreCommand) Run() error { return errors.New("not yet") }
