import { withFronteggApp } from '@frontegg/nextjs/pages'

const Product = ({ Component, pageProps }) => <Component {...pageProps} />
export default withFronteggApp(Product, { hostedLoginBox: true })
