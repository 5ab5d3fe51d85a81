import { DownloadOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '#api-client/save-file.ts'

/** Saves what a call answers as a file: CSV, Excel, PDF. */
export function DownloadButton({ url, children }: { url: string; children: string }) {
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const problem = await saveFile(url)
    setBusy(false)
    if (problem) void message.error(problem)
  }
  return (
    <Button size="small" icon={<DownloadOutlined />} loading={isBusy} onClick={() => void save()}>
      {children}
    </Button>
  )
}
