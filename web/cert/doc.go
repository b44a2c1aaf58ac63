// Package cert makes the certificate that the phone's page is served with. Browsers give a page the camera only where it
// comes over HTTPS, and nobody issues certificates for addresses of a home network, so the companion signs its own.
//
//	certificate, err := cert.Load(folder, cert.Hosts{Addresses: lan.Addresses(), Names: []string{"desk.local"}})
//	listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}})
package cert
