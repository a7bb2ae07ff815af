import { getSession } from '@frontegg/nextjs/pages'

const Orders = ({ email }) => <h1>Orders of {email}</h1>
export default Orders
export const getServerSideProps = async ({ req }) => {
  const session = await getSession(req)
  return { props: { email: session?.user.email ?? null } }
}
