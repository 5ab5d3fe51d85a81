import { moneyText } from '#ui/yuan.ts'
/** What finance compares between a customer's proof and the order it is for. */
export interface ProofCheck {
  name: string
  proof: string
  order: string
  fits: boolean
}

interface Proof {
  amount: string
  payer_name: string
  paid_on: string
}

/** The last four digits stand in the proof; the whole number of the account beside the order. */
export function proofChecks(proof: Proof, order: { company: string; payable: string }): ProofCheck[] {
  return [
    { name: '户名', proof: proof.payer_name, order: order.company, fits: proof.payer_name.trim() === order.company.trim() },
    { name: '金额', proof: moneyText(proof.amount), order: moneyText(order.payable), fits: Number(proof.amount) === Number(order.payable) },
  ]
}
