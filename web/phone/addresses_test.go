package phone

import (
	"net"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAddressThatReachesThePhoneComesFirst(t *testing.T) {
	var all []net.Addr
	for _, cidr := range []string{"127.0.0.1/8", "::1/128", "172.17.0.1/16", "192.168.1.7/24", "169.254.3.4/16", "fe80::1/64"} {
		ip, network, err := net.ParseCIDR(cidr)
		require.NoError(t, err)
		all = append(all, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	docker, wifi := netip.MustParseAddr("172.17.0.1"), netip.MustParseAddr("192.168.1.7")
	assert.Equal(t, []netip.Addr{wifi, docker}, rank(all, wifi))
	assert.Equal(t, []netip.Addr{docker, wifi}, rank(all, netip.Addr{}), "without a way out, as the system has them")
}
