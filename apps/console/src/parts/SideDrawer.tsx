import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKeys } from './keys.tsx'
import { InSide } from './slots.tsx'

interface Props {
  title: ReactNode
  /** A small line over the title. */
  note?: ReactNode
  onClose: () => void
  /** Buttons that stay at the lower edge. */
  foot?: ReactNode
  children: ReactNode
}

/** A quick look beside the page (364 px). Esc closes it. */
export function SideDrawer({ title, note, onClose, foot, children }: Props) {
  useKeys([{ key: 'Esc', what: '收起右栏', run: onClose }])
  return (
    <InSide>
      <aside className="draw" aria-label={typeof title === 'string' ? title : '详情'}>
        <header>
          <div className="grow">
            {note && <p className="muted s12 ell">{note}</p>}
            <h2>{title}</h2>
          </div>
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="收起" onClick={onClose} />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
        <div className="body" tabIndex={0}>
          {children}
        </div>
        {foot && <footer className="foot">{foot}</footer>}
      </aside>
    </InSide>
  )
}
