/** Rules of who may see what. The key is what the goods' flags say: ctrl, ctrl=chain, region, region=yn. */
export interface DemoRule {
  key: string
  name: string
  controlled: boolean
  entries: readonly { province?: string; companyType?: string; company?: string }[]
}

export const RULES: readonly DemoRule[] = [
  { key: 'ctrl', name: '控销：授权药店与四川区域', controlled: true, entries: [{ company: 'KH0001' }, { province: '四川省' }] },
  { key: 'ctrlchain', name: '控销：连锁门店', controlled: true, entries: [{ companyType: '连锁门店' }, { companyType: '连锁总部' }] },
  {
    key: 'region',
    name: '限贵州、四川、重庆销售',
    controlled: false,
    entries: [{ province: '贵州省' }, { province: '四川省' }, { province: '重庆市' }],
  },
  { key: 'regionyn', name: '限云南销售', controlled: false, entries: [{ province: '云南省' }] },
]
