package main

import (
	"jp/recording"
	"jp/vtmodel"
)

// modelSide is the largest side that the screen models have; they clamp above it.
const modelSide = 4096

// answersEvery is after how many events the model's answers to recorded queries are
// thrown away. Nobody is there to read them, and they must not pile up.
const answersEvery = 1000

// playback is the screen after some number of events of a tape.
type playback struct {
	tape  *tape
	model vtmodel.Model
	next  int // the event that comes next
}

func newPlayback(t *tape) *playback {
	p := &playback{tape: t}
	p.rewind()
	return p
}

func (p *playback) rewind() {
	p.model = vtmodel.NewVT10x(p.tape.size.cols, p.tape.size.rows)
	p.next = 0
}

// seek brings the screen to the state after the first n events. Going back starts over.
func (p *playback) seek(n int) {
	if n < p.next {
		p.rewind()
	}
	for ; p.next < n; p.next++ {
		ev := &p.tape.events[p.next]
		switch ev.kind {
		case recording.Output:
			_, _ = p.model.Write(p.tape.data(p.next)) // never fails
		case recording.Resize:
			if !p.tape.fixed {
				p.model.Resize(ev.size.cols, ev.size.rows)
			}
		}
		if p.next%answersEvery == 0 {
			p.model.Answers()
		}
	}
	p.model.Answers()
}

func (p *playback) screen() vtmodel.Screen { return p.model.Screen() }
