import { type ComponentType, lazy, Suspense, useState } from 'react'
import { createBrowserRouter, type RouteObject, useParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Frame } from '../frame/Frame.tsx'
import { KeysProvider } from '../parts/keys.tsx'
import { Loading } from '../parts/Loading.tsx'
import { NotHere } from '../parts/NotHere.tsx'
import { wordsOf } from '../rights.ts'
import type { ConsolePage } from '../zone.ts'
import { ZONES } from '../zones/zones.ts'
import { Broken } from './Broken.tsx'
import { ZonesProvider } from './here.ts'
import { useMay } from './me.ts'

/** What the person may not open is not even loaded. */
function Gate({ page: { needs, title }, Page }: { page: ConsolePage; Page: ComponentType }) {
  const may = useMay()
  // Another record is another page: nothing of the former one's forms stays.
  const at = JSON.stringify(useParams())
  if (!may(needs)) return <NotHere title={`没有“${title}”的权限`} words={wordsOf(needs)} />
  return (
    <Suspense fallback={<Loading />}>
      <Page key={at} />
    </Suspense>
  )
}

function routes(): RouteObject[] {
  const pages = ZONES.flatMap((zone) => zone.pages).map((page) => ({
    ...(page.path === '' ? { index: true as const } : { path: page.path }),
    element: <Gate page={page} Page={lazy(page.load)} />,
    ErrorBoundary: Broken,
  }))
  return [
    {
      Component: Frame,
      ErrorBoundary: Broken,
      children: [...pages, { path: '*', element: <NotHere title="没有这个页面" words={[]} /> }],
    },
  ]
}

export default function Workplace() {
  const [router] = useState(() => createBrowserRouter(routes(), { basename: '/console' }))
  return (
    <ZonesProvider value={ZONES}>
      <KeysProvider>
        <RouterProvider router={router} />
      </KeysProvider>
    </ZonesProvider>
  )
}
