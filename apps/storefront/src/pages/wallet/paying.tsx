import { useNavigate } from 'react-router'

/** Fields of the forms that begin a payment; what is said of none of them is said at the way to pay. */
export const PAY_FIELDS = ['amount', 'channel'] as const

export const PayProblem = ({ children }: { children: string | undefined }) =>
  children ? (
    <p className="note note-bad" role="alert">
      {children}
    </p>
  ) : null

/** On to the gateway, or to where it is shown that the money has come. */
export function useGoOn() {
  const navigate = useNavigate()
  return async ({ pay_url }: { pay_url: string | null }, next: string): Promise<void> => {
    if (pay_url) window.location.assign(pay_url)
    else await navigate(next, { preventScrollReset: true })
  }
}
