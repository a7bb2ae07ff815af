export { FronteggRouter as default, FronteggRouterProps as getServerSideProps } from '@frontegg/nextjs/pages'
