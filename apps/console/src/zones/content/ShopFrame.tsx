import { useState } from 'react'
import { Views } from '../../parts/Views.tsx'

const WIDTHS = [
  { key: '1366', text: '电脑 1366' },
  { key: '375', text: '手机 375' },
] as const
const HEIGHT = 720
/** A phone is shown as large as it is; a desk's screen has to fit beside what is typed. */
const SCALES = { 1366: 0.55, 375: 1 } as const

/** The shop itself, as it will be: the address carries what is looked at. */
export function ShopFrame({ url }: { url: string }) {
  const [width, setWidth] = useState<keyof typeof SCALES>(1366)
  const scale = SCALES[width]
  return (
    <div className="front-shop">
      <Views label="预览的宽度" views={WIDTHS} open={String(width)} onOpen={(key) => setWidth(key === '375' ? 375 : 1366)}>
        <span className="grow" />
        <a className="link s12" href={url} target="_blank" rel="noreferrer">
          在新窗口看
        </a>
      </Views>
      <div className="front-shop-box" style={{ width: width * scale, height: HEIGHT * scale }}>
        <iframe key={`${url} ${width}`} title="商城预览" src={url} width={width} height={HEIGHT} style={{ transform: `scale(${scale})` }} />
      </div>
    </div>
  )
}
