import { useEffect, useRef, useState } from 'react'
import { Views } from '../../parts/Views.tsx'

const WIDTHS = [
  { key: '1366', text: '电脑 1366' },
  { key: '375', text: '手机 375' },
]
const HEIGHT = 720

/** The shop itself, as it will be: the address carries what is looked at. A desk's screen is made as small as its place. */
export function ShopFrame({ url }: { url: string }) {
  const [width, setWidth] = useState(1366)
  const [room, setRoom] = useState(width)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  const scale = Math.min(1, room / width)
  return (
    <div>
      <Views label="预览的宽度" views={WIDTHS} open={String(width)} onOpen={(key) => setWidth(Number(key))}>
        <span className="grow" />
        <a className="link s12" href={url} target="_blank" rel="noreferrer">
          在新窗口看
        </a>
      </Views>
      <div ref={place} className="front-shop-room">
        <div className="front-shop-box" style={{ width: width * scale, height: HEIGHT * scale }}>
          <iframe
            key={`${url} ${width}`}
            title="商城预览"
            src={url}
            width={width}
            height={HEIGHT}
            style={{ transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </div>
  )
}
