// The packages that @frontegg/nextjs stands on name Node's modules with a prefix that webpack does not know.
module.exports = {
  webpack: (config, { isServer, webpack }) => {
    const withoutPrefix = found => {
      found.request = found.request.replace(/^node:/, '')
    }
    config.plugins.push(new webpack.NormalModuleReplacementPlugin(/^node:/, withoutPrefix))
    if (!isServer) config.resolve.fallback = { crypto: false, buffer: false, process: false, util: false, stream: false }
    return config
  },
}
