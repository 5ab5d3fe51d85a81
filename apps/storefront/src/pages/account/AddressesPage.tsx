import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { AddressWire } from '#contract/checkout.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { api } from '../../api/calls.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { AddressForm } from '../../parts/AddressForm.tsx'
import { AddressReview, addressNote } from '../../parts/AddressReview.tsx'
import css from './addresses.module.css'

export async function loader({ api: client, signal }: PageArgs) {
  const { data } = await client.ask(api.addressList, { signal })
  return data
}

const placeOf = ({ province, city, district }: AddressWire): string => (province === city ? city : province + city) + district

/** /addr */
export default function AddressesPage() {
  const client = useApi()
  const [list, setList] = useState<readonly AddressWire[]>(usePageData<typeof loader>().list)
  const [editing, setEditing] = useState<AddressWire | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AddressWire | null>(null)

  /** Each answer is the whole list; what is refused was said by the error catalogue. */
  const change = async (ask: () => Promise<{ data: { list: AddressWire[] }; message: string }>): Promise<void> => {
    try {
      const { data, message } = await ask()
      setList(data.list)
      toast({ text: message, tone: 'success' })
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    }
  }
  const adding = (
    <Button kind="primary" onClick={() => setEditing('new')}>
      <Icon name="plus" />
      新增地址
    </Button>
  )

  return (
    <AccountShell title="收货地址" tools={list.length > 0 && adding}>
      <p className={css.lead}>
        药品只能送到许可证核准的经营或使用场所，以及质管审核通过的仓库等地址。许可证地址随企业资质变更，在
        <Link className="link" to={memberPaths.basic()}>
          基础信息
        </Link>
        中修改。
      </p>
      {list.length === 0 ? (
        <section className="panel">
          <Empty picture="paper" text="还没有收货地址" hint="添加后，下单时可以直接选用。">
            {adding}
          </Empty>
        </section>
      ) : (
        <ul className={css.list}>
          {list.map((address) => (
            <li key={address.id} className="panel">
              <p className={css.who}>
                <b>{address.receiver}</b> {address.phone}
                {address.is_default === 1 && <span className="chip chip-ok">默认</span>}
                <AddressReview address={address} />
              </p>
              <p>
                {placeOf(address)} {address.detail}
              </p>
              {addressNote(address) && <p className={css.note}>{addressNote(address)}</p>}
              <div className={css.acts}>
                {address.is_default === 0 && (
                  <Button
                    size="sm"
                    aria-label={`把 ${address.receiver} ${address.detail} 设为默认`}
                    onClick={() => void change(() => client.ask(memberApi.addressDefault, { params: { id: address.id } }))}
                  >
                    设为默认
                  </Button>
                )}
                <Button size="sm" aria-label={`修改 ${address.receiver} ${address.detail}`} onClick={() => setEditing(address)}>
                  <Icon name="edit" size={14} />
                  修改
                </Button>
                {address.is_licence === 0 && (
                  <Button size="sm" aria-label={`删除 ${address.receiver} ${address.detail}`} onClick={() => setDeleting(address)}>
                    <Icon name="trash" size={14} />
                    删除
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <Dialog title={editing === 'new' ? '新增收货地址' : '修改收货地址'} wide onClose={() => setEditing(null)}>
          <AddressForm
            {...(editing !== 'new' && { address: editing })}
            save="保存"
            onDone={(addresses) => {
              setList(addresses)
              setEditing(null)
              toast({ text: '收货地址已保存', tone: 'success' })
            }}
            onCancel={() => setEditing(null)}
          />
        </Dialog>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title="删除这个收货地址?"
        text={deleting && `${deleting.receiver} ${deleting.phone}，${placeOf(deleting)}${deleting.detail}`}
        confirm="删除"
        onConfirm={() => deleting && void change(() => client.ask(memberApi.addressDelete, { params: { id: deleting.id } }))}
        onClose={() => setDeleting(null)}
      />
    </AccountShell>
  )
}
