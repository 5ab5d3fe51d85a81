import { MOTIFS, type MotifName } from './banner-motifs.ts'
import { TONES, type ToneName } from './banner-tones.ts'
import { path } from './draw.ts'

const WIDTH = 1200
const HEIGHT = 260

/**
 * A drawn banner, 1200 × 260, without words. The drawing stands on the right and the left fades into the page's tint, so that
 * a narrow screen may show the right part only.
 */
export function bannerSvg(motif: MotifName, name: ToneName): string {
  const tone = TONES[name]
  const hill = (d: string, opacity: number) => path(d, tone.line, ` opacity="${opacity}"`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMaxYMid slice">` +
    `<defs><linearGradient id="g"><stop offset=".35" stop-color="${tone.tint}"/><stop offset="1" stop-color="${tone.line}"/></linearGradient></defs>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>` +
    `<circle cx="1050" cy="90" r="190" fill="#fff" opacity=".35"/><circle cx="760" cy="250" r="120" fill="#fff" opacity=".28"/>` +
    hill('M420 260C560 190 700 200 820 232 960 268 1080 190 1200 204V260z', 0.7) +
    hill('M560 260C720 226 860 250 980 240 1080 232 1150 222 1200 232V260z', 0.9) +
    `<g transform="translate(900 26)">${MOTIFS[motif](tone)}</g>` +
    '</svg>'
  )
}

/** Names of files: winter-brand.svg. */
export function bannerOf(file: string): { motif: MotifName; tone: ToneName } | null {
  const [, motif = '', tone = ''] = /^([a-z]+)-([a-z]+)\.svg$/.exec(file) ?? []
  return Object.hasOwn(MOTIFS, motif) && Object.hasOwn(TONES, tone) ? { motif: motif as MotifName, tone: tone as ToneName } : null
}
