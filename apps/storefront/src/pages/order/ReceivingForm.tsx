import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { useSendKey } from '#api-client/useSendKey.ts'
import type { ReceivingFormWire } from '#contract/receiving.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import columns from '#ui/columns.module.css'
import { Facts } from '#ui/Facts.tsx'
import { FORM_HANDLES, type Problems, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { receivingApi } from '../../api/receiving-calls.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { paths } from '../../paths.ts'
import { CountTable } from './CountTable.tsx'
import { KINDS, sumsOf } from './count.ts'
import { ReceivingFacts } from './ReceivingFacts.tsx'
import { type Photos, ReceivingPhotos } from './ReceivingPhotos.tsx'
import css from './receiving.module.css'
import { dueLines, type Filled, PHOTOS, photosOf, receivingBody, receivingProblems, WORDS, type Word } from './receiving-draft.ts'

/** What has been filled in so far. */
function useFilled(form: ReceivingFormWire) {
  const [filled, setFilled] = useState<Filled & { photos: Photos }>({
    draft: {},
    words: { received_by: form.person, inspected_by: form.person, arrived_on: form.today, temperature: '', remark: '' },
    photos: { damaged_files: [], wrong_files: [], quality_files: [] },
    uploading: false,
    sendBack: true,
  })
  const put = (part: Partial<typeof filled>): void => setFilled((old) => ({ ...old, ...part }))
  return {
    filled,
    put,
    putWord: (name: Word, text: string): void => setFilled((old) => ({ ...old, words: { ...old.words, [name]: text } })),
    putPhotos: (photos: Partial<Photos>): void => setFilled((old) => ({ ...old, photos: { ...old.photos, ...photos } })),
  }
}

const fieldsOf = ({ lines }: ReceivingFormWire): string[] => [
  ...lines.flatMap((_line, at) => ['accepted', ...KINDS.map(([kind]) => kind), 'note'].map((name) => `lines.${at}.${name}`)),
  'lines',
  ...PHOTOS.map(([, field]) => field),
  ...WORDS,
]

/** Records what was counted and shows the page with it. */
function useSend(form: ReceivingFormWire) {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const keyOf = useSendKey()
  return async (filled: Filled): Promise<void> => {
    const body = receivingBody(form, filled)
    const params = { id: form.order_id }
    const { message } = await client.ask(receivingApi.submit, { params, body: { ...body, key: keyOf(body) }, handles: FORM_HANDLES })
    toast({ text: message, tone: 'success' })
    void queries.invalidateQueries({ queryKey: ['user'] })
    await revalidate()
  }
}

export function ReceivingForm({ form }: { form: ReceivingFormWire }) {
  const box = useRef<HTMLFormElement>(null)
  const { filled, put, putWord, putPhotos } = useFilled(form)
  const send = useSend(form)
  const { problems, busy, submit, mend } = useSubmit({ form: box, fields: fieldsOf(form), otherwise: 'lines' })
  const wanted = photosOf(form, filled)
  return (
    <AccountShell title="收货登记">
      <form
        ref={box}
        className={columns.grid}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(
            (): Problems => receivingProblems(form, filled),
            () => send(filled),
          )
        }}
      >
        <div className={columns.column}>
          <Block title="逐批核对" head={<OfOrder form={form} />}>
            <Sent form={form} />
            <CountTable
              lines={form.lines}
              due={dueLines(form)}
              draft={filled.draft}
              problems={problems}
              onChange={(draft) => put({ draft })}
              onMend={mend}
            />
          </Block>
          {wanted.length > 0 && (
            <ReceivingPhotos
              wanted={wanted}
              photos={filled.photos}
              problems={problems}
              sendBack={filled.sendBack}
              onPhotos={(field, files) => {
                putPhotos({ [field]: files })
                mend(field)
              }}
              onBusy={(uploading) => put({ uploading })}
              onSendBack={(sendBack) => put({ sendBack })}
            />
          )}
          <ReceivingFacts words={filled.words} problems={problems} coldChain={form.cold_chain === 1} onWord={putWord} />
        </div>
        <aside className={`${columns.column} ${columns.side}`}>
          <Outcome form={form} filled={filled} busy={busy} />
        </aside>
      </form>
    </AccountShell>
  )
}

const OfOrder = ({ form }: { form: ReceivingFormWire }) => (
  <p className="muted">
    订单{' '}
    <Link className="link" to={paths.order(form.order_id)}>
      {form.order_no}
    </Link>
  </p>
)

function Sent({ form: { shipped_at: at, carrier, waybill } }: { form: ReceivingFormWire }) {
  if (!at) return null
  return (
    <p className={css.note}>
      {beijingTime(at)} 由{carrier}发出，运单 {waybill}
      。请对照随货同行单逐批核对品名、批号和数量，没有差异的不用填写。
    </p>
  )
}

/** What will come of it, and the button. */
function Outcome({ form, filled, busy }: { form: ReceivingFormWire; filled: Filled; busy: boolean }) {
  const sums = sumsOf(form.lines, filled.draft)
  return (
    <Block title="登记结果">
      <Facts
        ends
        live
        facts={[
          ['合格', sums.accepted],
          ...KINDS.filter(([kind]) => sums[kind] > 0).map(
            ([kind, name]) =>
              [
                name,
                <span key={kind} className={css.bad}>
                  {sums[kind]}
                </span>,
              ] as const,
          ),
        ]}
      />
      <p className={css.note}>
        {sums.claims === 0
          ? '没有差异：登记后订单转为已收货，并生成验收记录。'
          : `登记后订单转为已收货，差异同时提交 ${sums.claims} 张售后单，并生成验收记录。`}
      </p>
      <Button kind="primary" size="lg" block type="submit" disabled={busy}>
        {busy ? '正在登记…' : '登记收货'}
      </Button>
    </Block>
  )
}
