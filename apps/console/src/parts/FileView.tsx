import { RotateLeftOutlined, RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { staffUrl } from '../api/files.ts'
import { useKeys } from './keys.tsx'

interface Viewed {
  name: string
  mime: string
  url: string
}

const STEP = 1.25
const LEAST = 0.25
const MOST = 8
const TURN = 90

/** A paper or proof to look at: a picture with zoom and turn (+ − Q E), a PDF in a frame of its own. */
export function FileView({ file }: { file: Viewed }) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const isPicture = file.mime.startsWith('image/')
  const closer = () => setZoom((now) => Math.min(MOST, now * STEP))
  const farther = () => setZoom((now) => Math.max(LEAST, now / STEP))
  const left = () => setTurn((now) => now - TURN)
  const right = () => setTurn((now) => now + TURN)
  useKeys([
    { key: '+', what: '放大图片', run: closer, when: isPicture },
    { key: '=', what: '放大图片', run: closer, when: isPicture },
    { key: '-', what: '缩小图片', run: farther, when: isPicture },
    { key: 'Q', what: '向左转图', run: left, when: isPicture },
    { key: 'E', what: '向右转图', run: right, when: isPicture },
  ])
  const original = (
    <a className="link s12" href={staffUrl(file.url)} target="_blank" rel="noreferrer">
      {isPicture ? '原图' : '原件'}
    </a>
  )
  if (!isPicture)
    return (
      <figure className="file-view">
        <div className="row">
          <span className="grow s12 ell">{file.name}</span>
          {original}
        </div>
        <iframe className="file-frame" src={staffUrl(file.url)} title={file.name} />
      </figure>
    )
  return (
    <figure className="file-view">
      <div className="row">
        <Button size="small" type="text" icon={<ZoomOutOutlined />} aria-label="缩小" onClick={farther} />
        <span className="s12">{Math.round(zoom * 100)}%</span>
        <Button size="small" type="text" icon={<ZoomInOutlined />} aria-label="放大" onClick={closer} />
        <Button size="small" type="text" icon={<RotateLeftOutlined />} aria-label="向左转" onClick={left} />
        <Button size="small" type="text" icon={<RotateRightOutlined />} aria-label="向右转" onClick={right} />
        <span className="grow" />
        {original}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a picture larger than its place is scrolled by keys too */}
      <section className="paper" aria-label={file.name} tabIndex={0}>
        <img src={staffUrl(file.url)} alt={file.name} style={{ transform: `rotate(${turn}deg) scale(${zoom})` }} />
      </section>
    </figure>
  )
}
