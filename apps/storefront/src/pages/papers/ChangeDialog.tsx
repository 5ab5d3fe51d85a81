import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { DataOf } from '#contract/call.ts'
import type { InvoiceWire } from '#contract/invoices.ts'
import { CHOICE_CARDS, ChoiceCard } from '#ui/ChoiceCards.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, missing, type Problems, textOf } from '#ui/form.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import css from './invoices.module.css'
import { inFours } from './words.ts'

interface Props {
  invoice: InvoiceWire
  titles: DataOf<typeof import('#contract/invoices.ts').invoiceList>['titles']
  onClose: () => void
}

const FIELDS = ['name', 'tax_no', 'address', 'phone', 'bank', 'account', 'reason']

/** Asks for the invoice anew, with other titles or of the other kind; the first one is taken back in red. */
export function ChangeDialog({ invoice, titles, onClose }: Props) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const [kind, setKind] = useState<'special' | 'normal'>(invoice.kind === 'special' ? 'special' : 'normal')
  const check = (form: HTMLFormElement): Problems =>
    missing(form, {
      name: '请填写发票抬头',
      reason: '请填写换开原因',
      ...(kind === 'special' && { tax_no: '专用发票需要纳税人识别号' }),
    })
  const send = async (form: HTMLFormElement): Promise<void> => {
    const text = (name: string) => textOf(form, name).trim()
    const body = {
      kind,
      name: text('name'),
      tax_no: text('tax_no'),
      address: text('address'),
      phone: text('phone'),
      bank: text('bank'),
      account: text('account'),
      reason: text('reason'),
    }
    const { message } = await client.ask(memberApi.invoiceChange, { params: { id: invoice.id }, body, handles: FORM_HANDLES })
    toast({ text: message || '换开申请已提交', tone: 'success' })
    await revalidate()
    onClose()
  }
  return (
    <FormDialog
      title="申请换开发票"
      wide
      fields={FIELDS}
      otherwise="reason"
      check={check}
      send={send}
      submit="提交申请"
      busyText="正在提交…"
      className={css.change}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className={`${css.about} ${css.full}`}>原发票 {inFours(invoice.number)} 将整张冲红，审核通过后按下面的资料重新开具。</p>
          <fieldset className={`${CHOICE_CARDS} ${css.full} ${css.kinds}`}>
            <legend className="said">发票种类</legend>
            <ChoiceCard name="kind" chosen={kind === 'normal'} onChoose={() => setKind('normal')}>
              <b>普通发票</b>
            </ChoiceCard>
            <ChoiceCard name="kind" chosen={kind === 'special'} onChoose={() => setKind('special')}>
              <b>增值税专用发票</b>
            </ChoiceCard>
          </fieldset>
          <Field label="发票抬头" name="name" maxLength={100} defaultValue={titles.name} error={problems.name} />
          <Field
            label="纳税人识别号"
            name="tax_no"
            maxLength={20}
            autoComplete="off"
            defaultValue={titles.tax_no}
            error={problems.tax_no}
          />
          <Field label="地址（选填）" name="address" maxLength={100} defaultValue={titles.address} error={problems.address} />
          <Field label="电话（选填）" name="phone" maxLength={30} defaultValue={titles.phone} error={problems.phone} />
          <Field label="开户行（选填）" name="bank" maxLength={60} defaultValue={titles.bank} error={problems.bank} />
          <Field
            label="账号（选填）"
            name="account"
            maxLength={40}
            inputMode="numeric"
            defaultValue={titles.account}
            error={problems.account}
          />
          <TextArea label="换开原因" name="reason" rows={2} maxLength={200} className={css.full} error={problems.reason} />
        </>
      )}
    </FormDialog>
  )
}
