export interface BankFact {
  name: string
  value: string
}

const CARRIES = /^转账时请备注[^A-Z\d]*([A-Z\d]\S*)$/

/** '户名：甲；开户行：乙；账号：丙；转账时请备注订单号 1' as rows to copy from; what is no such part is a remark. */
export function bankFacts(note: string): { facts: BankFact[]; remarks: string[] } {
  const parts = note
    .split('；')
    .map((part) => part.trim())
    .filter(Boolean)
  const facts: BankFact[] = []
  const remarks: string[] = []
  for (const part of parts) {
    const at = part.indexOf('：')
    const carried = CARRIES.exec(part)?.[1]
    if (at > 0) facts.push({ name: part.slice(0, at), value: part.slice(at + 1) })
    else if (carried) facts.push({ name: '转账备注', value: carried })
    else remarks.push(part)
  }
  return { facts, remarks }
}
