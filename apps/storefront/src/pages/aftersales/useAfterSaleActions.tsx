import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { AfterSaleRowWire } from '#contract/aftersales.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { SendDialog } from './SendDialog.tsx'

type Row = Pick<AfterSaleRowWire, 'id' | 'no' | 'status'>
type Key = AfterSaleRowWire['actions'][number]['key']
export type Act = (key: Key, row: Row) => void

/** What a buyer may do with an application. dialogs: to be put on the page. */
export function useAfterSaleActions(): { act: Act; dialogs: ReactNode } {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState<{ key: Key; row: Row } | null>(null)
  const close = (): void => setAsking(null)
  const refresh = async (): Promise<void> => {
    void queries.invalidateQueries({ queryKey: ['user'] })
    await revalidate()
  }
  /** The error catalogue shows what the server refuses; the page then shows the application as it is now. */
  const cancel = async (row: Row): Promise<void> => {
    try {
      const { message } = await client.ask(memberApi.afterSaleCancel, { params: { id: row.id } })
      toast({ text: message, tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    }
    await refresh()
  }
  const row = asking?.row
  const dialogs = (
    <>
      {row && asking.key === 'cancel' && (
        <ConfirmDialog
          open
          title="确定撤销这份售后申请吗?"
          text={`撤销 ${row.no} 后，所申请的数量可以在期限内重新申请。`}
          confirm="撤销申请"
          onConfirm={() => void cancel(row)}
          onClose={close}
        />
      )}
      {row && asking.key === 'send' && (
        <SendDialog
          row={row}
          onClose={close}
          onSent={(message) => {
            close()
            toast({ text: message, tone: 'success' })
            void refresh()
          }}
        />
      )}
    </>
  )
  return { act: (key, of) => setAsking({ key, row: of }), dialogs }
}
