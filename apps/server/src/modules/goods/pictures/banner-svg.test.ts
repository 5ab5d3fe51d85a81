import { describe, expect, it } from 'vitest'
import { testShop } from '../../../../test/harness.ts'
import { wellFormed } from '../../../../test/well-formed.ts'
import { MOTIFS, type MotifName } from './banner-motifs.ts'
import { bannerOf, bannerSvg } from './banner-svg.ts'
import { TONES, type ToneName } from './banner-tones.ts'

const shop = await testShop()

const all = (Object.keys(MOTIFS) as MotifName[]).flatMap((motif) => (Object.keys(TONES) as ToneName[]).map((tone) => ({ motif, tone })))

describe('横幅', () => {
  it.each(all)('$motif 的 $tone 画得完整，不带文字，不取外部文件', ({ motif, tone }) => {
    const svg = bannerSvg(motif, tone)
    expect(wellFormed(svg)).toBe(true)
    expect(svg).toContain('viewBox="0 0 1200 260"')
    expect(svg).not.toMatch(/<text|<image|href|https?:(?!\/\/www\.w3\.org\/2000\/svg)|NaN|undefined/)
    expect(svg.length).toBeLessThan(12_000)
  })

  it('按名字取得，别的名字是 404', async () => {
    const found = await shop.ask('GET', '/img/banner/winter-brand.svg')
    expect(found.status).toBe(200)
    expect(found.headers['content-type']).toContain('image/svg+xml')
    expect(found.headers['cache-control']).toContain('max-age')
    for (const file of ['winter.svg', 'winter-pink.svg', 'x-brand.svg', 'constructor-brand.svg', 'winter-brand.png'])
      expect((await shop.ask('GET', `/img/banner/${file}`)).status, file).toBe(404)
    expect(bannerOf('toString-brand.svg')).toBeNull()
  })
})
