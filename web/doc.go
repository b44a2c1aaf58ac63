// Package web serves a table to people and programs: the dashboard, the HTTP API under /api, live updates over a
// WebSocket, and the camera's picture. It knows the game only through Table and Record. What a phone as the camera takes is in
// phone and cert, what the wizard asks in setup.
package web
