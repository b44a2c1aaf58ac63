// Command learn trains the networks of vision/model on pictures with known truth (castellan-scene/1, castellan-video/1):
//
//	go run ./vision/learn -net cells -out vision/model/cells.nn DIR...
//
// Every picture is looked at along its true lattice with small errors, mirrored and turned, in other light and colours and now and then
// with another cloth under the castle. What was trained further than before is at its best halfway, as the mean of both:
//
//	go run ./vision/learn -net slanted -steps 0 -from before.nn,after.nn -out vision/model/slanted.nn DIR...
package main
