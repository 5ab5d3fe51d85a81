import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { PasskeyShownWire } from '#contract/passkey-shapes.ts'
import { entrance } from '../api/calls.ts'
import { loadPasskeys, passkeySentence, showOnDevice } from './passkey-device.ts'

interface Props {
  /** Of what was done with it. */
  problem: string
  onShown: (passkey: PasskeyShownWire) => Promise<unknown>
}

/** Asks the shop what is to be signed, has the device sign it, and hands it on. */
export function PasskeyButton({ problem, onShown }: Props) {
  const api = useApi()
  const [trouble, setTrouble] = useState('')
  const [isBusy, setBusy] = useState(false)
  useEffect(loadPasskeys, [])
  async function show(): Promise<void> {
    setBusy(true)
    setTrouble('')
    try {
      const { data } = await api.ask(entrance.passkeyAsk, {})
      await onShown(await showOnDevice(data))
    } catch (error) {
      setTrouble(passkeySentence(error))
    } finally {
      setBusy(false)
    }
  }
  const said = trouble || problem
  return (
    <>
      {said && <Alert type="error" showIcon title={said} className="trouble" />}
      <Button type="primary" size="large" block loading={isBusy} onClick={() => void show()}>
        使用通行密钥
      </Button>
    </>
  )
}
