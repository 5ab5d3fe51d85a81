import { BlockList, isIP } from 'node:net'

const NETWORK = /^(?<address>[^/]+?)(?:\/(?<bits>\d{1,3}))?$/

interface Network {
  address: string
  family: 'ipv4' | 'ipv6'
  bits: number
}

/** 10.0.0.5, 10.0.0.0/8, 2001:db8::/48; null: it is none of these. */
function networkOf(text: string): Network | null {
  const { address = '', bits } = NETWORK.exec(text)?.groups ?? {}
  const version = isIP(address)
  if (version === 0) return null
  const most = version === 4 ? 32 : 128
  const width = bits === undefined ? most : Number(bits)
  return width >= 1 && width <= most ? { address, family: version === 4 ? 'ipv4' : 'ipv6', bits: width } : null
}
export const isNetwork = (text: string): boolean => networkOf(text) !== null

/** Whether a call from there is within. An IPv4 address may come dressed as IPv6 (::ffff:10.0.0.5). */
export function isWithin(networks: readonly string[], ip: string): boolean {
  const plain = ip.toLowerCase().startsWith('::ffff:') ? ip.slice('::ffff:'.length) : ip
  const version = isIP(plain)
  if (version === 0) return false
  const list = new BlockList()
  for (const text of networks) {
    const network = networkOf(text)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
