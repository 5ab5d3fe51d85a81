import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { FileWire } from '#contract/files.ts'
import { linkProblem } from '#domain/front-links.ts'
import { MomentField } from '../../parts/MomentField.tsx'
import { UploadPicture } from '../../parts/UploadPicture.tsx'

interface LinkProps {
  label: string
  value: string
  onChange: (url: string) => void
  disabled: boolean
  ownOnly?: boolean
  /** What the server said of it. */
  fault?: string | undefined
  bare?: boolean
  /** What the shop does where nothing is typed. */
  empty?: string
}

/** Says at once what is wrong with a link: the server refuses it by the same rule. */
export function LinkField({ label, value, onChange, disabled, ownOnly = false, fault, bare = false, empty = '活动暂未开始' }: LinkProps) {
  const problem = linkProblem(value.trim(), ownOnly) ?? fault
  return (
    <Form.Item className={bare ? 'front-bare' : ''} {...(!bare && { label })} {...(problem && { validateStatus: 'error', help: problem })}>
      <Input
        aria-label={label}
        value={value}
        disabled={disabled}
        maxLength={300}
        placeholder={ownOnly ? '/yx' : `/yx 或 https://…；空着：${empty}`}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  )
}

interface PictureProps {
  value: string
  onChange: (image: string) => void
  disabled: boolean
  /** As the shop draws it. */
  width: number
  height: number
}

const measured = (src: string): Promise<{ width: number; height: number }> =>
  new Promise((done, failed) => {
    const picture = new Image()
    picture.onload = () => done({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.onerror = () => failed(new Error('no picture'))
    picture.src = src
  })

/** One picture of the size that its place asks for. */
export function PictureField({ value, onChange, disabled, width, height }: PictureProps) {
  const [note, setNote] = useState('')
  const take = ([file]: FileWire[]): void => {
    if (!file) return
    const image = `/img/front/${file.id}.jpg`
    onChange(image)
    measured(image).then(
      (is) => {
        const isSmall = is.width < width || is.height < height
        const isOther = Math.abs(is.width / is.height / (width / height) - 1) > 0.25
        setNote(isSmall || isOther ? `这张是 ${is.width} × ${is.height}，${isSmall ? '小了，会模糊' : '比例不同，边上会裁掉'}` : '')
      },
      () => setNote('图片没有显示出来，请再传一次'),
    )
  }
  return (
    <Form.Item label={`图片（${width} × ${height}）`}>
      {value && <img src={value} alt="现在的图片" className="front-picture" style={{ aspectRatio: `${width} / ${height}` }} />}
      {!disabled && (
        <div className="row">
          <UploadPicture purpose="front" accept="image/jpeg,image/png,image/webp" value={[]} onChange={take} />
          {value && (
            <Button
              size="small"
              onClick={() => {
                onChange('')
                setNote('')
              }}
            >
              不用图片
            </Button>
          )}
        </div>
      )}
      {note && <p className="w s12">{note}</p>}
    </Form.Item>
  )
}

interface PeriodProps {
  from: string
  until: string
  onChange: (period: { starts_at: string; ends_at: string }) => void
  disabled: boolean
  fault?: string | undefined
}

export function FrontPeriod({ from, until, onChange, disabled, fault }: PeriodProps) {
  const problem = from !== '' && until !== '' && from >= until ? '结束时间要晚于开始时间' : fault
  return (
    <Form.Item label="时间（北京时间）" {...(problem && { validateStatus: 'error', help: problem })}>
      <div className="row row-wrap">
        <MomentField
          label="开始"
          mayBeOpen="立即"
          disabled={disabled}
          value={from}
          onChange={(at) => onChange({ starts_at: at, ends_at: until })}
        />
        <span className="muted">至</span>
        <MomentField
          label="结束"
          mayBeOpen="一直"
          disabled={disabled}
          value={until}
          onChange={(at) => onChange({ starts_at: from, ends_at: at })}
        />
      </div>
    </Form.Item>
  )
}

interface StepsProps {
  name: string
  at: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Up, down, away. */
export function Steps({ name, at, count, onMove, onRemove }: StepsProps) {
  return (
    <span className="row front-steps">
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        aria-label={`${name} 往前`}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        aria-label={`${name} 往后`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      />
      <Button type="text" size="small" danger icon={<DeleteOutlined />} aria-label={`去掉 ${name}`} onClick={onRemove} />
    </span>
  )
}

/** Rows that are dragged to another place; the arrows do the same by keyboard. */
export function useDrag(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  return (at: number, can: boolean) =>
    can
      ? {
          draggable: true,
          onDragStart: () => setDragged(at),
          onDragOver: (event: React.DragEvent) => {
            if (dragged !== null) event.preventDefault()
          },
          onDrop: () => {
            if (dragged !== null && dragged !== at) move(dragged, at)
            setDragged(null)
          },
          onDragEnd: () => setDragged(null),
        }
      : {}
}
