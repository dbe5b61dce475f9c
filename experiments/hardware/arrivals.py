#!/usr/bin/env python3
"""Measures the latency of a small kernel that arrives at random times beside a batch kernel, under the GPU's sharing mechanisms.
Builds arrivals.cu, starts and stops MPS, and prints JSON. Run it in this folder: python3 arrivals.py [SECONDS [FILTER]] > FILE
SECONDS: duration of each case (default: 2). FILTER: measure only cases whose `BATCH SMALL SETTING` contains it."""
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time

WARM_UP = 20  # requests that are not counted
REPEATS = 2
BLOCKS_PER_SM = 8
SAME_TURN_NANOS = 100000  # longest pause between two requests of a turn
SETTINGS = {  # name: (mechanism, priority of the small kernel's stream, MPS percentages of the small and the batch kernel)
    'equal': ('streams', 'normal', None),
    'priority': ('streams', 'high', None),
    'mps': ('mps', 'normal', None),
    'mps priority': ('mps', 'high', None),
    'mps 25/75': ('mps', 'normal', (25, 75)),
    'mps 50/50': ('mps', 'normal', (50, 50)),
    'mps 75/50': ('mps', 'normal', (75, 50)),
    'mps 100/75': ('mps', 'normal', (100, 75)),
    'time slices': ('processes', 'normal', None),
}
FEWER = ['equal', 'priority', 'mps 50/50', 'time slices']
PAIRS = [  # batch kernel and its thread blocks, small kernel and its thread blocks, mean interval of requests in us, settings
    (('fma', 2112), ('transcendental', 264), 800, SETTINGS),
    (('fma', 2112), ('gather', 528), 500, SETTINGS),
    (('saxpy', 4096), ('transcendental', 264), 400, SETTINGS),
    (('saxpy', 4096), ('gather', 528), 500, SETTINGS),
    (('sgemm', 4096), ('hotspot', 1056), 400, FEWER),
    (('sgemm', 4096), ('saxpy', 528), 400, FEWER),
    (('gather', 8192), ('sgemm', 264), 800, FEWER),
]
SPLITS = [(10, 90), (25, 75), (33, 33), (50, 50), (75, 50), (75, 75)]
ABOUT = [
    'Latency of a small kernel that arrives at random times beside a batch kernel that always has launches queued, on one real GPU. For judging what a simulator says of arrivals, priorities and partitions.',
    'Source: experiments/hardware/arrivals.py and arrivals.cu. The kernels are those of smk.cu in ordinary grids of 256 threads a thread block, 8 thread blocks an SM, 64 KiB of shared memory an SM.',
    'Settings. equal, priority: two streams of one process, of equal priority or the small kernel\'s with the highest. mps: two processes under MPS, mps priority: and the small kernel\'s stream with the highest priority, mps A/B: CUDA_MPS_ACTIVE_THREAD_PERCENTAGE is A for the small kernel\'s process and B for the other. time slices: two processes without MPS.',
    'Gaps between requests are uniform from 0.5 to 1.5 of the mean. A request that arrives while another runs waits in its stream. latency: from just before the launch call on the host, by a clock calibrated against %globaltimer before and after each run, to the end of the last thread block; toFirstBlock and onDevice are its parts before and after the first thread block begins. smallAlone has the launch latency on the idle GPU: toFirstBlock.',
    'queued: share of requests that arrived before the one before had ended. halves: mean latency of the first and the second half of the requests, which differ where the queue grows. repeats: p50 and p95 of each repeat, with other arrivals; all else is of the first. untimedLaunch: a launch of the kernel without the instructions that note times.',
]


class Mps:
    """The MPS server, with its pipes in a folder of its own."""

    def __init__(self, folder):
        self.variables = {'CUDA_MPS_PIPE_DIRECTORY': folder + '/pipe', 'CUDA_MPS_LOG_DIRECTORY': folder + '/log'}
        for path in self.variables.values():
            os.mkdir(path)
        subprocess.run(['nvidia-cuda-mps-control', '-d'], env={**os.environ, **self.variables}, check=True)

    def stop(self):
        subprocess.run(['nvidia-cuda-mps-control'], input='quit\n', text=True, env={**os.environ, **self.variables}, check=True)


class Client:
    """A process of arrivals.cu."""

    def __init__(self, program, roles, mps=None, percentage=None):
        environment = dict(os.environ)
        if mps:
            environment.update(mps.variables)
        if percentage:
            environment['CUDA_MPS_ACTIVE_THREAD_PERCENTAGE'] = str(percentage)
        self.process = subprocess.Popen([program, *map(str, roles)], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def until(self, answer):
        lines = []
        while (line := self.process.stdout.readline().rstrip('\n')) != answer:
            if not line:
                raise RuntimeError('a process of arrivals.cu has ended: ' + ' '.join(self.process.args))
            lines.append(line)
        return lines

    def do(self, command):
        self.process.stdin.write(command + '\n')
        self.process.stdin.flush()
        return self.until(command)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Results:
    """What a role printed: launches as [arrival,] begin, end and thread blocks that began at once; gaps as begin and end; ns."""

    def __init__(self):
        self.launches, self.gaps, self.clocks, self.blocks, self.untimed = [], [], {}, None, None

    def mhz(self):
        rates = [(c1 - c0) / (t1 - t0) * 1e3 for t0, c0, t1, c1 in self.clocks.values() if t1 > t0]
        return round(sum(rates) / len(rates), 1)


def parse(lines, results):
    role = Results()
    for line in lines:
        kind, *words = line.split(' ')
        if kind == 'L':
            role.launches.append([int(w) for w in words])
        elif kind == 'G':
            role.gaps.append([int(w) for w in words])
        elif kind == 'B':
            role.blocks = [float(w) for w in words]
        elif kind == 'C':
            role.clocks[int(words[0])] = [int(w) for w in words[1:]]
        elif kind == 'U':
            role.untimed = float(words[0])
        elif kind == 'E':
            results[words[0]] = role
            role = Results()


calibration_rounds = []  # ns from asking the GPU for its time to its answer


def calibrate(client):
    calibration_rounds.append(int(client.do('calibrate')[0].split(' ')[1]))


def run(program, roles_of_clients, seconds, mps=None, percentages=None, untimed=False):
    """Runs processes side by side and returns the results by role."""
    percentages = percentages or [None] * len(roles_of_clients)
    clients = [Client(program, roles, mps, p) for roles, p in zip(roles_of_clients, percentages)]
    for client in clients:
        client.until('ready')
    for client in clients:
        calibrate(client)
    for client in clients:
        client.do('go')
    if not any('small' in roles for roles in roles_of_clients):
        time.sleep(seconds)
    for command in ('wait', 'stop'):
        for client in clients:
            client.do(command)
    for client in clients:
        calibrate(client)
    results = {}
    for client in clients:
        parse((client.do('untimed') if untimed else []) + client.do('report'), results)
    for client in clients:
        client.close()
    return results


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def micros(nanos):
    return round(nanos / 1e3, 2)


def spread(nanos):
    return {'min': micros(min(nanos)), 'p50': micros(quantile(nanos, .5)), 'p95': micros(quantile(nanos, .95)), 'p99': micros(quantile(nanos, .99)),
            'mean': micros(sum(nanos) / len(nanos))}


def requests(role):
    counted = role.launches[WARM_UP:]
    ends_before = [0] + [launch[2] for launch in counted[:-1]]
    latencies = [end - arrival for arrival, _, end, _ in counted]
    half = len(latencies) // 2
    return {
        'requests': len(counted),
        'latencyMicros': spread(latencies),
        'toFirstBlockMicros': spread([begin - arrival for arrival, begin, _, _ in counted]),
        'onDeviceMicros': spread([end - begin for _, begin, end, _ in counted]),
        'queued': round(sum(end > launch[0] for end, launch in zip(ends_before, counted)) / len(counted), 3),
        'halvesMicros': [micros(sum(part) / len(part)) for part in (latencies[:half], latencies[half:])],
    }


def rate(launches, begin, end):
    """Launches per second within a window; a launch at its edge counts by its part within."""
    within = sum(max(0, min(e, end) - max(b, begin)) / (e - b) for b, e, _ in launches)
    return round(within / (end - begin) * 1e9, 1)


def durations(launches):
    return spread([end - begin for begin, end, _ in launches])


def blocks(role):
    return dict(zip(('p1', 'p50', 'p99', 'longest'), map(micros, role.blocks)))


def small_alone(program, kernel, mean, seconds):
    role = run(program, [['small', *kernel, seconds, mean, 'normal', 1]], seconds, untimed=True)['small']
    return {'kernel': kernel[0], 'threadBlocks': kernel[1], 'meanIntervalMicros': mean, **requests(role), 'untimedLaunchMicros': role.untimed,
            'blockMicros': blocks(role), 'sms': len(role.clocks), 'mhz': role.mhz()}


def batch_alone(program, kernel, seconds):
    role = run(program, [['batch', *kernel, seconds + 1]], seconds, untimed=True)['batch']
    later = role.launches[len(role.launches) // 4:]
    gaps = [b[0] - a[1] for a, b in zip(later, later[1:])]
    return {'kernel': kernel[0], 'threadBlocks': kernel[1], 'launchMicros': durations(later), 'gapMicros': spread(gaps),
            'launchesPerSecond': rate(later, later[0][0], later[-1][1]), 'untimedLaunchMicros': role.untimed,
            'blockMicros': blocks(role), 'sms': len(role.clocks), 'mhz': role.mhz()}


def together(program, batch, small, mean, setting, seconds, mps, seed):
    mechanism, priority, percentages = setting
    small_role = ['small', *small, seconds, mean, priority, seed]
    batch_role = ['batch', *batch, seconds + 1.5]
    clients = [batch_role + small_role] if mechanism == 'streams' else [small_role, batch_role]
    return run(program, clients, seconds, mps if mechanism == 'mps' else None, percentages)


def case(program, batch, small, mean, name, seconds, mps, seed, alone):
    mechanism, _, percentages = SETTINGS[name]
    results = together(program, batch, small, mean, SETTINGS[name], seconds, mps, seed)
    b, s = results['batch'], results['small']
    return {
        'batch': batch[0], 'batchThreadBlocks': batch[1], 'small': small[0], 'smallThreadBlocks': small[1], 'setting': name, 'percentages': percentages,
        'meanIntervalMicros': mean, **alone, **requests(s),
        'batchLaunchesPerSecond': rate(b.launches, s.launches[WARM_UP][0], s.launches[-1][2]),
        'batchLaunchMicros': durations(b.launches), 'smallBlockMicros': blocks(s), 'batchBlockMicros': blocks(b),
        'sms': [len(s.clocks), len(b.clocks)], 'mhz': b.mhz(), **(turns(s) if mechanism == 'processes' else {}),
    }


def turns(role):
    """The turns of a time-sliced process."""
    found = []
    for _, begin, end, _ in role.launches:
        if found and begin - found[-1][1] < SAME_TURN_NANOS:
            found[-1][1] = end
        else:
            found.append([begin, end])
    return {'turnMicros': spread([end - begin for begin, end in found]), 'betweenTurnsMicros': spread([b[0] - a[1] for a, b in zip(found, found[1:])]),
            'requestsPerTurn': round(len(role.launches) / len(found), 2)}


def split(program, percentages, mps):
    """How many SMs two MPS clients use that would fill all, and on how many their thread blocks begin at once, so that the other does not hold them."""
    results = together(program, ('wait:100', 2112), ('wait:20', 2112), 1000, ('mps', 'normal', percentages), 0.5, mps, 1)
    both = [results['small'], results['batch']]
    return {'percentages': percentages, 'sms': [len(r.clocks) for r in both],
            'smsAtOnce': [round(quantile([launch[-1] for launch in r.launches], .5) / BLOCKS_PER_SM, 2) for r in both]}


def preemption(program, name, mps):
    """Whether a request waits until thread blocks of 500 us end that fill all SMs in four waves."""
    results = together(program, ('wait:500', 4224), ('wait:5', 132), 3000, SETTINGS[name], 1.5, mps, 1)
    s, b = results['small'], results['batch']
    return {'setting': name, 'toFirstBlockMicros': spread([l[1] - l[0] for l in s.launches]), 'latencyMicros': spread([l[2] - l[0] for l in s.launches]),
            'batchBlockMicros': blocks(b), 'batchLaunchMicros': durations(b.launches)}


def slices(program, seconds):
    """When a warp that always runs does not run, beside another process."""
    always = 'launches always queued'
    others = [('fma, ' + always, ['batch', 'fma', 2112, seconds + 1]), ('saxpy, ' + always, ['batch', 'saxpy', 4096, seconds + 1])]
    others += [(f'transcendental, every {mean} us', ['small', 'transcendental', 264, seconds, mean, 'normal', 1]) for mean in (500, 5000, 20000)]
    others += [('a thread block of 5 us, every 5000 us', ['small', 'wait:5', 1, seconds, 5000, 'normal', 1])]
    rows = []
    for about, roles in others:
        results = run(program, [['watch'], roles], seconds)
        gaps = results['watch'].gaps
        row = {'beside': about, 'gaps': len(gaps), 'offMicros': spread([e - b for b, e in gaps]), 'onMicros': spread([b[0] - a[1] for a, b in zip(gaps, gaps[1:])])}
        rows.append({**row, **(requests(results['small']) if 'small' in results else {})})
    return rows


def device():
    query = 'name,driver_version,clocks.max.sm,clocks.max.memory'
    out = subprocess.run(['nvidia-smi', '--query-gpu=' + query, '--format=csv,noheader'], check=True, text=True, capture_output=True).stdout
    name, driver, sm, memory = (w.strip() for w in out.splitlines()[0].split(','))
    return {'name': name, 'driver': driver, 'smMaximum': sm, 'memory': memory, 'date': str(datetime.date.today())}


def measure(program, folder, seconds, part):
    wanted = [(b, s, mean, name) for b, s, mean, names in PAIRS for name in names if part in f'{b[0]} {s[0]} {name}']
    batches = {b: batch_alone(program, b, 1) for b in sorted({w[0] for w in wanted})}
    smalls = {(s, mean): small_alone(program, s, mean, seconds) for s, mean in sorted({w[1:3] for w in wanted})}
    cases = {}

    def measure_all(mechanisms, mps):
        for seed in range(REPEATS * len(wanted)):
            b, s, mean, name = wanted[seed % len(wanted)]
            if SETTINGS[name][0] not in mechanisms:
                continue
            alone = {'batchAloneMicros': batches[b]['launchMicros']['p50'], 'batchAloneLaunchesPerSecond': batches[b]['launchesPerSecond'],
                     'smallAloneMicros': smalls[s, mean]['latencyMicros']['p50']}
            c = case(program, b, s, mean, name, seconds, mps, seed + 1, alone)
            cases.setdefault((b, s, name), {**c, 'repeats': []})['repeats'].append([c['latencyMicros']['p50'], c['latencyMicros']['p95']])
            print(f"{b[0]} {s[0]} {name}: {c['latencyMicros']}", file=sys.stderr, flush=True)

    measure_all(('streams', 'processes'), None)
    preempted = [preemption(program, name, None) for name in ('equal', 'priority', 'time slices')]
    sliced = slices(program, 1)
    mps = Mps(folder)
    try:
        measure_all(('mps',), mps)
        preempted += [preemption(program, name, mps) for name in ('mps', 'mps priority')]
        percentages = [split(program, p, mps) for p in SPLITS]
    finally:
        mps.stop()
    return {'about': ABOUT, 'device': device(), 'secondsPerCase': seconds, 'calibrationRoundNanos': {'p50': quantile(calibration_rounds, .5), 'longest': max(calibration_rounds)},
            'batchAlone': list(batches.values()), 'smallAlone': list(smalls.values()), 'preemption': preempted, 'timeSlices': sliced, 'mpsPercentages': percentages,
            'cases': [cases[b, s, name] for b, s, _, name in wanted]}


def show(data):
    """Prints a line for each row."""
    fields = []
    for key, value in data.items():
        rows = [' ' + json.dumps(v) for v in value] if isinstance(value, list) else None
        fields.append(f'"{key}": ' + ('[\n' + ',\n'.join(rows) + '\n]' if rows else json.dumps(value)))
    print('{\n' + ',\n'.join(fields) + '\n}')


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2
    part = sys.argv[2] if len(sys.argv) > 2 else ''
    with tempfile.TemporaryDirectory() as folder:
        program = folder + '/arrivals'
        subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=native', '-o', program, 'arrivals.cu', '-lpthread'], check=True)
        show(measure(program, folder, seconds, part))


if __name__ == '__main__':
    main()
