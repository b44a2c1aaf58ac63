package phone

import (
	"context"
	"net"
	"net/netip"
	"slices"
)

// Addresses are this machine's addresses in the local network, the one that most likely reaches the phone first.
func Addresses(ctx context.Context) ([]netip.Addr, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	return rank(all, outward(ctx)), nil
}

// rank leaves out what no phone can reach, and puts the preferred address before the others.
func rank(all []net.Addr, preferred netip.Addr) []netip.Addr {
	var addresses []netip.Addr
	for _, a := range all {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		if address := prefix.Addr().Unmap(); address.Is4() && address.IsGlobalUnicast() {
			addresses = append(addresses, address)
		}
	}
	slices.SortStableFunc(addresses, func(a, b netip.Addr) int {
		switch {
		case a == b:
			return 0
		case a == preferred:
			return -1
		case b == preferred:
			return 1
		}
		return 0
	})
	return addresses
}

// outward is the address from which this machine would speak to the rest of the world; zero where it has none. Nothing is sent.
func outward(ctx context.Context) netip.Addr {
	const elsewhere = "192.0.2.1:9" // an address kept for documentation
	conn, err := (&net.Dialer{}).DialContext(ctx, "udp4", elsewhere)
	if err != nil {
		return netip.Addr{}
	}
	defer func() { _ = conn.Close() }()
	from, err := netip.ParseAddrPort(conn.LocalAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return from.Addr()
}
