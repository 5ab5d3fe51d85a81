import { ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { receivingApi } from '../../api/receiving-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { orderIdOf } from '../../parts/paying/pay-info.ts'
import { paths } from '../../paths.ts'
import { ReceivingForm } from './ReceivingForm.tsx'
import { ReceivingRecord } from './ReceivingRecord.tsx'

export async function loader({ api: client, params, signal }: PageArgs) {
  const { data } = await client.ask(receivingApi.form, { params: { id: orderIdOf(params.id) }, signal })
  return data
}

/** /order/receiving/:id: what arrived is counted by batch; afterwards, how it was. */
export default function ReceivingPage() {
  const form = usePageData<typeof loader>()
  usePapers(form.record?.document?.state === 'waiting')
  if (form.record) return <ReceivingRecord form={form} record={form.record} />
  if (form.why === '') return <ReceivingForm key={form.order_id} form={form} />
  return (
    <AccountShell title="收货登记">
      <section className="panel">
        <Empty picture="paper" text={form.why} hint={`订单 ${form.order_no}，${form.status_name}`}>
          <ButtonLink to={memberPaths.deliveries()}>查看电子出库单</ButtonLink>
          <ButtonLink kind="primary" to={paths.order(form.order_id)}>
            返回订单
          </ButtonLink>
        </Empty>
      </section>
    </AccountShell>
  )
}
