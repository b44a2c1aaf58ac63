package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/castellan-companion/castellan/vision/nn"
)

type options struct {
	net, out, from string
	first          string
	steps, batch   int
	rate           float64
	workers        int
	holdOut        *regexp.Regexp
	seed           uint64
}

func main() {
	log.SetFlags(log.Ltime)
	var o options
	var hold string
	flag.StringVar(&o.net, "net", "cells", "network to train: "+networks())
	flag.StringVar(&o.out, "out", "", "file to write the weights to")
	flag.StringVar(&o.from, "from", "", "weights to go on from; of several files, parted by commas, the mean")
	flag.StringVar(&o.first, "first", "", "for review: other weights of cells and slanted, two files at a time, parted by commas, that it corrects as often as those of the program")
	flag.IntVar(&o.steps, "steps", 3000, "steps of the optimiser")
	flag.IntVar(&o.batch, "batch", 8, "crops in a step")
	flag.Float64Var(&o.rate, "rate", 1.5e-3, "learning rate at its highest")
	flag.IntVar(&o.workers, "workers", 2, "processors to use")
	flag.StringVar(&hold, "hold", "^$", "names of files that are held out for validation (regular expression)")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	flag.Parse()
	var err error
	if o.holdOut, err = regexp.Compile(hold); err != nil {
		log.Fatal(err)
	}
	if err := run(o, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(o options, dirs []string) error {
	t, ok := tasks[o.net]
	if !ok {
		return errors.New("-net must be one of " + networks())
	}
	train, err := load(dirs, func(name string) bool { return !o.holdOut.MatchString(name) })
	if err != nil {
		return err
	}
	test, err := load(dirs, o.holdOut.MatchString)
	if err != nil {
		return err
	}
	if t.of != nil {
		other := func(e *example) bool { return !t.of(e) }
		train, test = slices.DeleteFunc(train, other), slices.DeleteFunc(test, other)
	}
	log.Printf("%d pictures to learn from, %d held out", len(train), len(test))
	if len(train) == 0 {
		return errors.New("no pictures with truth in the folders given")
	}
	net := t.fresh()
	net.Init(rand.New(rand.NewPCG(o.seed, 0)))
	if t.begin != nil {
		t.begin(net)
	}
	if o.from != "" {
		if err := adopt(net, strings.Split(o.from, ",")); err != nil {
			return err
		}
	}
	first, err := loadEyes(o.first)
	if err != nil {
		return err
	}
	const inMemory = 700 * 1280 * 720 // pixels, of five or six bytes each
	d, err := newDraw(train, t.shares, inMemory, rand.New(rand.NewPCG(o.seed, math.MaxUint64)))
	if err != nil {
		return err
	}
	if err := fit(o, &t, net, d, test, first); err != nil {
		return err
	}
	if o.out == "" {
		return nil
	}
	return save(net, o.out)
}

// networks names those that can be trained.
func networks() string { return strings.Join(slices.Sorted(maps.Keys(tasks)), ", ") }

// adopt gives a network the mean of the weights in some files.
func adopt(net *nn.Net, files []string) error {
	var all []*nn.Net
	for _, file := range files {
		one, err := weights(file)
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	mean, err := nn.Mean(all...)
	if err == nil {
		err = net.Adopt(mean)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(files, ", "), err)
	}
	return nil
}

func weights(file string) (*nn.Net, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	net, err := nn.Parse(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return net, nil
}

func save(net *nn.Net, path string) error {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(net.Write(f), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// report is how many steps lie between two lines of the log.
const report = 200

func fit(o options, t *task, net *nn.Net, d *draw, test []*example, first []eyes) error {
	type worker struct {
		cropper
		crop    crop
		grad    *nn.Grad
		dout    nn.Tensor
		tallies map[string]*tally
		sieve   sieve
	}
	workers := make([]*worker, o.workers)
	grads := make([]*nn.Grad, o.workers)
	for i := range workers {
		workers[i] = &worker{
			cropper: cropper{rng: rand.New(rand.NewPCG(o.seed, uint64(i)+1)), eyes: first, reviewer: net},
			grad:    nn.NewGrad(net), tallies: map[string]*tally{},
		}
		workers[i].grad.Coarse, workers[i].run.Coarse = true, true
		workers[i].second.Coarse = true
		grads[i] = workers[i].grad
	}
	adam := nn.Adam{Decay: 0.01}
	start := time.Now()
	for step := range o.steps {
		var wait sync.WaitGroup
		for i, w := range workers {
			wait.Go(func() {
				for n := i; n < o.batch; n += o.workers {
					t.crop(&w.cropper, d.next(w.rng), &w.crop)
					out := w.grad.Forward(net, &w.crop.in)
					w.crop.add(out.Data)
					w.dout.H, w.dout.W, w.dout.C = out.H, out.W, out.C
					if cap(w.dout.Data) < len(out.Data) {
						w.dout.Data = make([]float32, len(out.Data))
					}
					w.dout.Data = w.dout.Data[:len(out.Data)]
					t.judge(&w.crop, out.Data, w.dout.Data, w.tallies)
					if !t.sifts || w.sieve.keeps(w.rng, w.dout.Data) {
						w.grad.Backward(net, &w.crop.in, &w.dout)
					}
				}
			})
		}
		wait.Wait()
		adam.Step(net, rate(o, step), 30, o.batch, grads...)
		if err := d.refresh(); err != nil {
			return err
		}
		if (step+1)%report == 0 || step+1 == o.steps {
			sum := map[string]*tally{}
			for _, w := range workers {
				merge(sum, w.tallies)
				w.tallies = map[string]*tally{}
			}
			log.Printf("step %d (%.0f s): %s", step+1, time.Since(start).Seconds(), describe(sum))
		}
		if o.out != "" && (step+1)%(2*report) == 0 {
			if err := save(net, o.out); err != nil {
				log.Print(err)
			}
			if err := validate(t, net, test); err != nil {
				return err
			}
		}
	}
	return validate(t, net, test)
}

// rate warms up, then falls along a cosine.
func rate(o options, step int) float64 {
	const warm = 100
	if step < warm {
		return o.rate * float64(step+1) / warm
	}
	x := float64(step-warm) / float64(max(1, o.steps-warm))
	return o.rate * (0.02 + 0.98*(1+math.Cos(math.Pi*x))/2)
}

// perPicture is how many crops of each held-out picture are looked at.
const perPicture = 4

func validate(t *task, net *nn.Net, test []*example) error {
	c := cropper{rng: rand.New(rand.NewPCG(99, 99)), plain: true}
	var cr crop
	var r nn.Run
	groups := map[string]map[string]*tally{}
	for _, e := range test {
		if err := e.open(nil); err != nil {
			return err
		}
		sum := map[string]*tally{}
		for range perPicture {
			t.crop(&c, e, &cr)
			out := r.Forward(net, &cr.in)
			cr.add(out.Data)
			t.judge(&cr, out.Data, make([]float32, len(out.Data)), sum)
		}
		if groups[e.group] == nil {
			groups[e.group] = map[string]*tally{}
		}
		merge(groups[e.group], sum)
		e.close()
	}
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		log.Printf("  held out, %s: %s", g, describe(groups[g]))
	}
	return nil
}

func merge(to, from map[string]*tally) {
	for name, t := range from {
		if to[name] == nil {
			to[name] = &tally{}
		}
		to[name].add(*t)
	}
}

func describe(tallies map[string]*tally) string {
	var s strings.Builder
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[name]
		fmt.Fprintf(&s, "%s %d/%d %.4f  ", name, t.wrong, t.positives, t.loss/float64(max(1, t.n)))
	}
	return s.String()
}
