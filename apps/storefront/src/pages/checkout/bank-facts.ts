export interface BankFact {
  name: string
  value: string
}

/** '户名：甲；开户行：乙；账号：丙；转账时请备注订单号 1' as rows to copy from; parts without a name are the remarks. */
export function bankFacts(note: string): { facts: BankFact[]; remarks: string[] } {
  const parts = note
    .split('；')
    .map((part) => part.trim())
    .filter(Boolean)
  const facts: BankFact[] = []
  const remarks: string[] = []
  for (const part of parts) {
    const at = part.indexOf('：')
    if (at > 0) facts.push({ name: part.slice(0, at), value: part.slice(at + 1) })
    else remarks.push(part)
  }
  return { facts, remarks }
}
