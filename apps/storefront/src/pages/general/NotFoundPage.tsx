import { NotFound } from '../../frame/ErrorPage.tsx'

/** Throwing makes the answer's status 404, on the server too. */
export async function loader(): Promise<never> {
  throw new Response('', { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}
