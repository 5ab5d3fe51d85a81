/**
 * What is counted as one visitor: one household or shop of IPv6 has a whole /64; an IPv4 address stands for itself. The
 * address of a client that has gone meanwhile is not known any more.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'gone'
  if (!ip.includes(':')) return ip
  // Some proxies append the port, which is another one with every connection: 1.2.3.4:5678, [2001:db8::1]:5678.
  const [, four, six] = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([0-9a-f:.]{2,45})\](?::\d{1,5})?)$/i.exec(ip) ?? []
  if (four !== undefined) return four
  if (six !== undefined) return addressKey(six)
  if (ip.toLowerCase().startsWith('::ffff:')) return ip.slice(7)
  const [head = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  return `${[...groups, '0', '0', '0', '0'].slice(0, 4).join(':')}::/64`
}

/**
 * Whose turn it is where many wait. What is given to one line of IPv6 is a /48 at most, and holds sixty-five thousand /64: whoever has one
 * must not come as so many strangers, each with the first place.
 */
export function lineKey(ip: string | undefined): string {
  const key = addressKey(ip)
  return key.endsWith('::/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : key
}
