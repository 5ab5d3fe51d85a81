import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { useMemo, useState } from 'react'
import { ApiProvider } from '#api-client/context.tsx'
import { keyOf, mayRetry } from '../api/ask.ts'
import { entrance } from '../api/calls.ts'
import { createConsoleApi } from '../api/client.ts'
import { Door } from './Door.tsx'
import { useIsDark } from './look.ts'
import { themeOf } from './theme.ts'

const STALE_MS = 20_000
/** Layers lie in a box of their own, which is put away together with the page when its person is signed out. */
const layers = () => document.getElementById('layers') ?? document.body

function createOutside() {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: STALE_MS, retry: mayRetry, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  })
  const api = createConsoleApi(window.fetch.bind(window), () => queries.setQueryData(keyOf(entrance.me), null))
  return { queries, api }
}

export function App() {
  const [{ queries, api }] = useState(createOutside)
  const isDark = useIsDark()
  const theme = useMemo(() => themeOf(isDark), [isDark])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      getPopupContainer={layers}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: false }}
    >
      <AntApp component={false} message={{ maxCount: 3 }}>
        <QueryClientProvider client={queries}>
          <ApiProvider value={api}>
            <Door />
          </ApiProvider>
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}
