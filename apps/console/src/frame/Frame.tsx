import { useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useZones } from '../app/here.ts'
import { useMay, useMe } from '../app/me.ts'
import { useDialogFocus } from '../parts/dialog-focus.ts'
import { KeysHelp } from '../parts/KeysHelp.tsx'
import { useKeys } from '../parts/keys.tsx'
import { Palette } from '../parts/Palette.tsx'
import { SlotsProvider } from '../parts/slots.tsx'
import { useLiveWaiting, useWaiting } from '../parts/waiting.ts'
import { pageAt } from '../rights.ts'
import { EmergencyBar } from './EmergencyBar.tsx'
import { HandedNotice } from './HandedNotice.tsx'
import { Head } from './Head.tsx'
import { Nav } from './Nav.tsx'

/** Around every page: the areas at the left, the head, and a place for a drawer at the right. */
export function Frame() {
  const me = useMe()
  const may = useMay()
  const zones = useZones()
  const { pathname } = useLocation()
  const page = pageAt(zones, pathname)
  const waiting = useWaiting()
  useLiveWaiting()
  useDialogFocus()
  const [head, setHead] = useState<HTMLElement | null>(null)
  const [side, setSide] = useState<HTMLElement | null>(null)
  const [layer, setLayer] = useState<'' | 'find' | 'keys'>('')
  useKeys([
    { key: 'Ctrl+K', what: '查找单号、企业、商品、页面', run: () => setLayer('find') },
    { key: '?', what: '列出本页按键', run: () => setLayer('keys') },
  ])
  useEffect(() => {
    document.title = `${page?.title ?? '没有这个页面'} - 安衡运营`
  }, [page])
  return (
    <SlotsProvider value={{ head, side }}>
      <div className="app">
        <Nav area={page?.area} waiting={waiting} />
        <main className="main">
          {me.demo === 1 && <div className="demo-strip">演示商城：数据均为虚构</div>}
          <EmergencyBar />
          {may('chat.answer') && <HandedNotice />}
          <Head page={page} slot={setHead} onFind={() => setLayer('find')} onKeys={() => setLayer('keys')} />
          <Outlet />
        </main>
        <div className="side" ref={setSide} />
      </div>
      <Palette zones={zones} open={layer === 'find'} onClose={() => setLayer('')} />
      <KeysHelp open={layer === 'keys'} onClose={() => setLayer('')} />
    </SlotsProvider>
  )
}
