-- Sends the requests of a file in turn. In a body, %N% becomes a number that is used once.
local requests, position, unique, prefix = {}, 0, 0, ''

function init(args)
  prefix = args[2] or ''
  for index, one in ipairs(dofile(args[1])) do
    local changing = one.body ~= nil and one.body:find('%%N%%') ~= nil
    local ready = not changing and wrk.format(one.method, one.path, one.headers, one.body) or nil
    requests[index] = { ready = ready, method = one.method, path = one.path, headers = one.headers, body = one.body }
  end
end

function request()
  position = position % #requests + 1
  local one = requests[position]
  if one.ready then return one.ready end
  unique = unique + 1
  local body = one.body:gsub('%%N%%', prefix .. unique)
  return wrk.format(one.method, one.path, one.headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\nRESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status, broken
  ))
end
