package cert

import (
	"crypto/tls"
	"crypto/x509"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var home = Hosts{
	Addresses: []netip.Addr{netip.MustParseAddr("192.168.1.7"), netip.MustParseAddr("fd00::7")},
	Names:     []string{"localhost", "desk.local"},
}

func load(t *testing.T, folder string, h Hosts) tls.Certificate {
	t.Helper()
	c, err := Load(folder, h)
	require.NoError(t, err)
	return c
}

func TestCertificateIsTrustedForItsHostsAlone(t *testing.T) {
	leaf := load(t, t.TempDir(), home).Leaf
	trusted := x509.NewCertPool()
	trusted.AddCert(leaf)
	tests := []struct {
		host string
		ok   bool
	}{
		{"192.168.1.7", true},
		{"fd00::7", true},
		{"localhost", true},
		{"desk.local", true},
		{"192.168.1.8", false},
		{"evil.example", false},
	}
	for _, test := range tests {
		_, err := leaf.Verify(x509.VerifyOptions{DNSName: test.host, Roots: trusted})
		assert.Equal(t, test.ok, err == nil, "%s: %v", test.host, err)
	}
	assert.LessOrEqual(t, leaf.NotAfter.Sub(leaf.NotBefore), 825*24*time.Hour, "iPhones would not take it")
}

func TestCertificateIsKept(t *testing.T) {
	folder := t.TempDir()
	first := load(t, folder, home)
	assert.Equal(t, first.Certificate, load(t, folder, home).Certificate)
	assert.Equal(t, first.Certificate, load(t, folder, Hosts{Names: []string{"localhost"}}).Certificate, "fewer hosts need no new one")

	info, err := os.Stat(filepath.Join(folder, fileName))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode(), "it holds a secret")
}

func TestCertificateIsMadeAnew(t *testing.T) {
	t.Run("for another address", func(t *testing.T) {
		folder := t.TempDir()
		first := load(t, folder, home)
		moved := Hosts{Addresses: []netip.Addr{netip.MustParseAddr("10.0.0.3")}, Names: home.Names}
		again := load(t, folder, moved)
		assert.NotEqual(t, first.Certificate, again.Certificate)
		assert.NoError(t, again.Leaf.VerifyHostname("10.0.0.3"))
	})
	t.Run("before it ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			folder := t.TempDir()
			first := load(t, folder, home)
			time.Sleep(validFor - renewal - time.Minute)
			assert.Equal(t, first.Certificate, load(t, folder, home).Certificate)
			time.Sleep(2 * time.Minute)
			assert.NotEqual(t, first.Certificate, load(t, folder, home).Certificate)
		})
	})
	t.Run("where the file is damaged", func(t *testing.T) {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, fileName), []byte("-----BEGIN NONSENSE"), 0o600))
		assert.NoError(t, load(t, folder, home).Leaf.VerifyHostname("localhost"))
	})
}

func TestFolderMustExist(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "no", "such"), home)
	assert.ErrorContains(t, err, "could not be kept")
}
