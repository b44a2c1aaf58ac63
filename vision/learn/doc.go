// Command learn trains the networks of vision/model on pictures with known truth (castellan-scene/1, castellan-video/1):
//
//	go run ./vision/learn -net cells -out vision/model/cells.nn DIR...
//
// Every picture is looked at along its true lattice with small errors, mirrored and turned, in other light and colours, mostly with
// noise added and now and then with another cloth under the castle; rendered ones are blurred and get deeper shadows, more like given ones.
// What was trained further than before is at its best halfway, as the mean of both:
//
//	go run ./vision/learn -net slanted -steps 0 -from before.nn,after.nn -out vision/model/slanted.nn DIR...
//
// Review learns to correct what Cells says, from pictures that Cells did not learn from: of others Cells is surer than it will be of any. Windows of
// many scenes teach it more than whole pictures of the few that can be rendered in the same time:
//
//	go run ./vision/synth/gen -preset usual -size 1280x720 -window 512x448 -n 1000 -seed 20000001 -out DIR
//	go run ./vision/learn -net review -first other/cells.nn,other/slanted.nn -out vision/model/review.nn DIR
//
// With -first it corrects what other weights of Cells say as well, of as many pairs as are named, so that it does not only fit the ones in
// the program.
//
// Begun, a third kind of Cells, goes on from Cells with games that begin, where few pieces lie among loose ones:
//
//	go run ./vision/synth/gen -preset begun -size 1280x720 -window 512x448 -n 800 -seed 44000001 -out DIR
//	go run ./vision/learn -net begun -from vision/model/cells.nn -rate 8e-4 -out before.nn DIR...
//
// It then went on with castles of two to ten pieces, many of them on patterned cloths, and with loose pieces and other things on tables without one
// (then without those at the edge of the picture):
//
//	go run ./vision/synth/gen -preset cloths -size 1280x720 -window 512x448 -few -n 1300 -seed 220000001 -out DIR
//	go run ./vision/synth/gen -preset begun -size 1280x720 -window 512x448 -few -n 900 -seed 221000001 -out DIR
//	go run ./vision/synth/gen -preset begun -size 1280x720 -window 288x256 -none -n 1000 -seed 230000001 -out DIR
//	go run ./vision/synth/gen -preset cloths -size 1280x720 -window 288x256 -none -n 700 -seed 231000001 -out DIR
//	go run ./vision/learn -net begun -batch 12 -steps 2600 -rate 6e-4 -seed 7 -hold '5$' -from before.nn -out vision/model/begun.nn DIR...
//
// Where a hand is seen over a castle, weights of Cells and Slanted are used that go on from the others (or from earlier ones) with many hands, and know
// all else less well; the given pictures were then drawn more often than else, clutter and trial in shares of 4, easy, light and tilt of 3. Where a
// hand is, Hand says, which goes on from them:
//
//	go run ./vision/synth/gen -preset homehands -size 1280x720 -window 512x448 -n 600 -seed 74000001 -out DIR
//	go run ./vision/learn -net cells -batch 12 -steps 4600 -rate 5e-4 -from vision/model/cells.nn -out vision/model/cells_hand.nn DIR...
//	go run ./vision/learn -net slanted -batch 12 -steps 4600 -rate 5e-4 -from vision/model/slanted.nn -out vision/model/slanted_hand.nn DIR...
//	go run ./vision/learn -net hand -batch 12 -steps 800 -rate 5e-4 -from vision/model/cells_hand.nn -out vision/model/hand.nn DIR...
//
// The weights of Cells and Slanted for hands then went on with 3,300 windows, five in eight of them about a tower that a hand hides or is beside, the
// presets homehands and hands in shares of 12 and 9:
//
//	go run ./vision/synth/gen -preset homehands -size 1280x720 -window 320x288 -hands -n 3000 -seed 115000001 -out DIR
//	go run ./vision/learn -net cells -batch 12 -steps 3200 -rate 4e-4 -seed 41 -from before.nn -out vision/model/cells_hand.nn DIR...
//
// Slanted went on once more, with 3,600 further ones (2,600 steps, -seed 81). From these Review learned to correct what both say about hands, more
// boldly than is right, so that its weights there are one part of those to two parts of the ones that it went on from:
//
//	go run ./vision/learn -net review -first vision/model/cells_hand.nn,before/slanted_hand.nn -steps 3600 -rate 6e-4 -seed 71 -from vision/model/review.nn -out after.nn DIR
//	go run ./vision/learn -net review -steps 0 -from vision/model/review.nn,vision/model/review.nn,after.nn -out vision/model/review_hand.nn DIR
//
// Keep, Wall and Tower learn longer than the others, and from as many pictures as there are; for Keep there are some of many double keeps:
//
//	go run ./vision/synth/gen -preset stacks -size 1280x720 -window 512x448 -n 800 -seed 42000001 -out DIR
//	go run ./vision/learn -net keep -batch 32 -steps 24000 -rate 1e-3 -out before.nn DIR...
//	go run ./vision/learn -net wall -batch 32 -steps 38000 -rate 1e-3 -out vision/model/wall.nn DIR...
//	go run ./vision/learn -net tower -batch 32 -steps 8500 -rate 1.5e-3 -out vision/model/tower.nn DIR...
//
// Keep then went on with 14,700 windows that are as large as what it looks at, each of another scene, of the presets homestacks, stacks, home,
// homestark, usual and played; it is the mean of before and after:
//
//	go run ./vision/synth/gen -preset homestacks -size 1280x720 -window 208x192 -keeps -n 4000 -seed 101000001 -out DIR
//	go run ./vision/learn -net keep -batch 32 -steps 8000 -rate 8e-4 -seed 37 -from before.nn -out after.nn DIR...
//
// Tower, as it was before it learned from the given pictures that are kept apart, went on with the windows of Keep and of Turn and 144 whole
// pictures, 18,000 in all:
//
//	go run ./vision/learn -net tower -batch 32 -steps 12000 -rate 6e-4 -seed 61 -hold '_(02|07|12|17)$|game_2' -from before.nn -out vision/model/tower.nn DIR...
//
// Place learns from these windows, from those of Turn and from the given pictures but for 22; the second round was cut after
// 1,200 steps:
//
//	go run ./vision/learn -net place -batch 24 -steps 8500 -rate 1.5e-3 -seed 71 -hold '_(02|07|12|17)$' -out first.nn DIR...
//	go run ./vision/learn -net place -batch 24 -steps 10000 -rate 1e-3 -seed 72 -hold '_(02|07|12|17)$' -from first.nn -out second.nn DIR...
//	go run ./vision/learn -net place -batch 24 -steps 5500 -rate 8e-4 -seed 73 -hold '_(02|07|12|17)$' -from second.nn -out vision/model/place.nn DIR...
//
// Turn learns from castles of many free wall ends, with straight and turned towers there, mostly under hard light:
//
//	go run ./vision/synth/gen -preset hometurned -size 1280x720 -window 512x448 -n 1800 -seed 68100001 -out DIR
//	go run ./vision/learn -net turn -batch 32 -steps 6000 -rate 7e-4 -from vision/model/turn.nn -out vision/model/turn.nn DIR...
//	go run ./vision/learn -net turn -batch 32 -steps 9000 -rate 8e-4 -seed 2 -from vision/model/turn.nn -out vision/model/turn.nn DIR...
//
// Compass and Spots learn from whole pictures, small castles among them and such on patterned cloths, whose pattern
// they otherwise take for towers:
//
//	go run ./vision/synth/gen -preset cloths -n 1000 -seed 20010001 -out DIR
//	go run ./vision/synth/gen -preset begun -n 500 -seed 45000001 -out DIR
//	go run ./vision/learn -net spots -steps 6000 -rate 1e-3 -out vision/model/spots.nn DIR...
//
// Those of their weights that seek few pieces went on from the others with the windows of Begun, at first without those that show no
// castle:
//
//	go run ./vision/learn -net compass -batch 12 -steps 7000 -rate 1e-3 -seed 5 -hold '[05]$' -from vision/model/compass.nn -out first.nn DIR...
//	go run ./vision/learn -net compass -batch 12 -steps 2600 -rate 7e-4 -seed 8 -hold '5$' -from first.nn -out vision/model/compass_begun.nn DIR...
//	go run ./vision/learn -net spots -batch 12 -steps 7000 -rate 1e-3 -seed 6 -hold '[05]$' -from vision/model/spots.nn -out first.nn DIR...
//	go run ./vision/learn -net spots -batch 12 -steps 2600 -rate 7e-4 -seed 9 -hold '5$' -from first.nn -out vision/model/spots_begun.nn DIR...
//
// Caliper and Probe learn from pieces that stand apart, of which there are rendered pictures only:
//
//	go run ./vision/synth/gen -preset pieces -size 1280x720 -n 800 -seed 3000001 -out DIR
//	go run ./vision/learn -net probe -batch 16 -out vision/model/probe.nn DIR
package main
