import { lazy, Suspense, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { install } from './install-offer.ts'

const InstallHelp = lazy(() => import('./InstallHelp.tsx'))

/** 添加到桌面: the browser's own way if it offers one, else the ways there are. Without a script it saves a shortcut. */
export function InstallButton() {
  const [help, setHelp] = useState(false)
  return (
    <>
      <a
        href="/desktop.url"
        download="安衡药采.url"
        onClick={(event) => {
          event.preventDefault()
          void install().then((asked) => setHelp(!asked))
        }}
      >
        <Icon name="desktop" size={14} />
        添加到桌面
      </a>
      {help && (
        <Suspense fallback={null}>
          <InstallHelp onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </>
  )
}
