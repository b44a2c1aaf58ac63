package cert

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"
)

// Hosts are what a certificate is for.
type Hosts struct {
	Addresses []netip.Addr
	Names     []string // of DNS: "localhost", "desk.local"
}

const (
	fileName = "phone.pem"
	validFor = 800 * 24 * time.Hour // iPhones take no certificate for longer than 825 days
	renewal  = 30 * 24 * time.Hour  // before it ends
)

// Load returns the certificate kept in a folder. Where there is none, or it ends within a month, or does not name all the
// hosts, it is made anew and kept: phones must then accept it again. The folder must exist.
func Load(folder string, h Hosts) (tls.Certificate, error) {
	file := filepath.Join(folder, fileName)
	now := time.Now()
	if content, err := os.ReadFile(file); err == nil {
		if kept, err := tls.X509KeyPair(content, content); err == nil && serves(kept.Leaf, h, now) {
			return kept, nil
		}
	}
	content, err := create(h, now)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("the certificate for the phone's page could not be made: %w", err)
	}
	if err := renameio.WriteFile(file, content, 0o600); err != nil {
		return tls.Certificate{}, fmt.Errorf("the certificate for the phone's page could not be kept: %w", err)
	}
	return tls.X509KeyPair(content, content)
}

// serves tells whether a certificate names all hosts and holds for a while.
func serves(c *x509.Certificate, h Hosts, now time.Time) bool {
	if now.Before(c.NotBefore) || now.Add(renewal).After(c.NotAfter) {
		return false
	}
	for _, address := range h.Addresses {
		if c.VerifyHostname(address.String()) != nil {
			return false
		}
	}
	for _, name := range h.Names {
		if c.VerifyHostname(name) != nil {
			return false
		}
	}
	return true
}

// create makes a key and a certificate that it signs itself, both in PEM.
func create(h Hosts, now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "Castellan companion"},
		NotBefore:    now.Add(-time.Hour), // the phone's clock may be behind
		NotAfter:     now.Add(validFor),
		KeyUsage:     x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:     h.Names,

		// Phones install only authorities. This one can vouch for nothing but the companion's own hosts.
		IsCA:                        true,
		BasicConstraintsValid:       true,
		MaxPathLenZero:              true,
		PermittedDNSDomainsCritical: true,
		PermittedDNSDomains:         h.Names,
	}
	for _, address := range h.Addresses {
		ip := net.IP(address.AsSlice())
		template.IPAddresses = append(template.IPAddresses, ip)
		template.PermittedIPRanges = append(template.PermittedIPRanges, &net.IPNet{IP: ip, Mask: net.CIDRMask(address.BitLen(), address.BitLen())})
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	var content bytes.Buffer
	for _, block := range []*pem.Block{{Type: "CERTIFICATE", Bytes: der}, {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := pem.Encode(&content, block); err != nil {
			return nil, err
		}
	}
	return content.Bytes(), nil
}
