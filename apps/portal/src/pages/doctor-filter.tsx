import { type AccountId, parseId } from '@health-case/domain/model/values';
import { Select } from '../components/fields.tsx';
import { toldApart } from '../kit/told-apart.ts';
import { type MemberVisit, needed, type Visit } from '../kit/visit.ts';

/** By whose cases an assistant of several doctors, or a deputy (D-41), can filter a list. */

export const doctorIn = ({ c }: Visit): AccountId | undefined => {
  const doctor = parseId<AccountId>(c.req.query('doctor') ?? '');
  return doctor.ok ? doctor.value : undefined;
};

export const doctorFilter = async (visit: MemberVisit) => {
  const { app, call, words } = visit;
  const doctors = call.actor.role === 'Ast' || call.actor.coversOn ? needed(await app.listOwnDoctors(call)) : [];
  if (doctors.length < 2) return null;
  const named = await toldApart(doctors);
  const options = doctors.map((doctor) => ({ value: doctor.id, text: named(doctor) }));
  return (
    <Select
      name="doctor"
      label={words.cases.doctor}
      options={[{ value: '', text: words.cases.all }, ...options]}
      value={doctorIn(visit) ?? ''}
    />
  );
};
