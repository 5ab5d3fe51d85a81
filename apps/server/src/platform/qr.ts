import type { FastifyReply, FastifyRequest } from 'fastify'
import { toString as qrSvg } from 'qrcode'
import type { Config } from './config.ts'

/** The address by which the shop is reached: as it was configured, else as this visitor reached it. */
export const siteOrigin = (request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl || `${request.protocol}://${request.host}`

/** The same for what is drawn when nobody visits. */
export const originOf = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string => publicUrl || `http://localhost:${port}`

/** Draws a QR code. Not for everybody's caches: it may name the host that this visitor used. */
export const qrPicture = (text: string): Promise<string> => qrSvg(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })

/** Of the addresses that people use there are a handful; whoever makes up others has each drawn for himself. */
const KEPT_MAX = 50
const kept = new Map<string, string>()

async function drawnOnce(text: string): Promise<string> {
  const known = kept.get(text)
  if (known !== undefined) return known
  const svg = await qrPicture(text)
  if (kept.size < KEPT_MAX) kept.set(text, svg)
  return svg
}

export async function sendQr(reply: FastifyReply, text: string): Promise<FastifyReply> {
  const svg = await drawnOnce(text)
  return reply.header('cache-control', 'private, max-age=3600').type('image/svg+xml').send(svg)
}
