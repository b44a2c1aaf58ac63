// Samples from one knot to the next.
#define CASTELLAN_KNOT 8

// A row of samples of a plane. tones is the picture, or a halved copy, w x h x 3 and one number more; above and below are the picture
// coordinates (u, v) of the knots over and under the row, not a number where there are none; down is how far the row lies between them. Pixel
// (u, v) of the full picture is (u * scale + shift, v * scale + shift) in tones. Each of n samples gets its three tones at out, which is stride
// further for the next one, zeros where it lies outside; what follows them may be overwritten. seen, unless null, is one where it lies inside
// and else zero, as far apart as out; where, unless null, is its coordinates in the full picture, or not a number. Returns the sum of the tones.
double castellan_gather(const float *tones, int w, int h, const float *above, const float *below, float down, float scale, float shift, int n,
	float *out, int stride, float *seen, float *where, int *inside);

// Takes mean off the colours of n samples, but not off zeros, and writes the direction to the camera beside them: along the row, which changes
// by step from one sample to the next, and across.
void castellan_finish(float *samples, int n, int colours, float mean, float ahead, float step, float aside);

// The tones of n bytes, by a table of 256.
void castellan_tone(const unsigned char *pixels, int n, const float *table, float *tones);
