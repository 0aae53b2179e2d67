-- Sends requests that it picks at random, one port for each thread. In a body, %N% becomes a number that is used once.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set('index', threads)
end

local groups, unique, prefix = {}, 0, ''

local function prepare(one)
  local changing = one.body ~= nil and one.body:find('%%N%%') ~= nil
  one.ready = not changing and wrk.format(one.method, one.path, one.headers, one.body) or nil
end

-- The requests, a text that is used once, the seed, and the ports.
function init(args)
  groups, prefix = dofile(args[1]), args[2] .. index .. 'x'
  math.randomseed(args[3] * 1000 + index)
  wrk.thread.addr = wrk.lookup('127.0.0.1', args[3 + index])[1]
  for _, group in ipairs(groups) do
    for _, one in ipairs(group.requests) do prepare(one) end
  end
end

local function pick()
  local left = math.random()
  for _, group in ipairs(groups) do
    left = left - group.share
    if left <= 0 then return group.requests[math.random(#group.requests)] end
  end
  local last = groups[#groups].requests
  return last[math.random(#last)]
end

function request()
  local one = pick()
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
