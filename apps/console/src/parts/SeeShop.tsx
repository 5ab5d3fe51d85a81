import { EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import { useDeed } from './useDeed.ts'

/** Opens the shop, in a window of its own, as the company sees it: nothing can be changed there. */
export function SeeShop({ companyId }: { companyId: number }) {
  const may = useMay()
  const shop = useRef<Window | null>(null)
  const see = useDeed(shared.companySee, { done: ({ account }) => `商城已在新窗口打开，看到的是 ${account} 看到的` })
  if (!may('companies.see')) return null
  const open = async (): Promise<void> => {
    // While the press still counts: browsers let a page open no window by itself.
    shop.current = window.open('', 'shop-of-company')
    const isOpen = await see.run({ params: { id: companyId } })
    if (isOpen) shop.current?.location.assign('/')
    else shop.current?.close()
  }
  return (
    <Button size="small" icon={<EyeOutlined />} loading={see.isBusy} onClick={() => void open()}>
      以客户身份看
    </Button>
  )
}
